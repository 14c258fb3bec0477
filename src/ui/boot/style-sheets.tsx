import { useState } from 'react'
import { preinit } from 'react-dom'
import landingCritical from './landing-critical.css?url'
import main from './main.css?url'

/** React's `precedence` of both sheets: React loads them in order and waits for them. */
const PRECEDENCE = 'a'

const mainLink = () => document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${main}"]`)

export interface StyleSheetsProps {
  /** Whether the page is the one that src/ui/boot/landing-critical.css is made for: the landing page. */
  isLanding: boolean
}

/**
 * The style sheet: the main one, or on a first visit of the landing page only what that page needs. A
 * navigation waits for the main one (React does, for sheets with a precedence); once loaded it stays.
 */
export function StyleSheets({ isLanding }: StyleSheetsProps) {
  // Ask the document, since an error page remounts this. Never add the critical sheet after the main
  // one: its rules would win.
  const [isCritical, setIsCritical] = useState(
    () => import.meta.env.PROD && isLanding && (typeof document === 'undefined' || !mainLink()),
  )
  if (isCritical && !isLanding) setIsCritical(false)
  return (
    <link rel="stylesheet" href={isCritical && isLanding ? landingCritical : main} precedence={PRECEDENCE} />
  )
}

let pending: Promise<void> | undefined

/**
 * Loads the main style sheet. To be awaited before showing anything that was not part of the page's HTML.
 * @throws when it cannot be fetched; the next call tries again
 */
export function loadMainStyleSheet(): Promise<void> {
  if (mainLink()?.sheet) return Promise.resolve()
  pending ??= fetchSheet().finally(() => {
    pending = undefined
  })
  return pending
}

async function fetchSheet() {
  // First into the browser's cache only: React waits for a new sheet to load, but not for one that is already
  // in the document, loaded or not.
  if (!(await fetch(main)).ok) throw new Error('The style sheet could not be fetched.')
  preinit(main, { as: 'style', precedence: PRECEDENCE })
  // React inserts it only once: insert it again if it was removed after a failure.
  const link = mainLink() ?? document.head.appendChild(newLink())
  if (link.sheet) return
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
  }).catch((error: unknown) => {
    link.remove()
    throw error
  })
}

const newLink = () => Object.assign(document.createElement('link'), { rel: 'stylesheet', href: main })
