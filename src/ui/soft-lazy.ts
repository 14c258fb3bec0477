import { type LazyExoticComponent, lazy, type ReactNode } from 'react'

/** `lazy` for parts of the frame: one whose program cannot be fetched is not there, and the page stays. */
export const softLazy = <Module, Props>(
  load: () => Promise<Module>,
  pick: (module: Module) => (props: Props) => ReactNode,
): LazyExoticComponent<(props: Props) => ReactNode> =>
  lazy(() =>
    load().then(
      (module) => ({ default: pick(module) }),
      () => ({ default: () => null }),
    ),
  )
