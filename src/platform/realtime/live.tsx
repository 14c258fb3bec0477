import { type ComponentType, useContext, useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { fetched } from '../../ui/fetched.ts'
import type { SessionUser } from '../session.ts'
import type { LivePartProps } from './live-part.tsx'
import { PagePosition } from './use-events.ts'

/** Milliseconds before the program of the stream is asked for again. */
const AGAIN = 5_000

/**
 * The live stream of whoever is signed in. Its program is fetched once the page stands, and never for a visitor; part of
 * `QueryProvider`.
 */
export function Live() {
  const root = useRouteLoaderData('root') as { user: SessionUser | null; position: string | null } | undefined
  const userId = root?.user?.id
  // A page without data of its own still shows a session, which is of some moment too. Without it the stream would
  // begin with a reset, and every page of the kind would be read twice.
  const position = useContext(PagePosition) ?? root?.position ?? null
  const [Part, setPart] = useState<ComponentType<LivePartProps>>()
  const wanted = userId !== undefined && Part === undefined
  useEffect(() => {
    if (!wanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    const load = () =>
      void fetched(() => import('./live-part.tsx')).then(
        (module) => {
          if (!gone) setPart(() => module.LivePart)
        },
        () => {
          if (!gone) timer = setTimeout(load, AGAIN)
        },
      )
    load()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [wanted])
  return Part && userId ? <Part key={userId} userId={userId} position={position} /> : null
}
