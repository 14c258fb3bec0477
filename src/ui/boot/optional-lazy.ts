import { type LazyExoticComponent, lazy, type ReactNode } from 'react'

/** `lazy` for optional parts of the layout: without its module it renders nothing, and the page stays. */
export const optionalLazy = <Module, Props>(
  load: () => Promise<Module>,
  pick: (module: Module) => (props: Props) => ReactNode,
): LazyExoticComponent<(props: Props) => ReactNode> =>
  lazy(() =>
    load().then(
      (module) => ({ default: pick(module) }),
      () => ({ default: () => null }),
    ),
  )
