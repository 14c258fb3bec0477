import { useState } from 'react'
import { preinit } from 'react-dom'
import first from './first.css?url'
import whole from './whole.css?url'

const ORDER = 'a'

const wholeLink = () => document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${whole}"]`)

/**
 * The style sheet: the whole one, or on the landing page's first visit only what that page needs. A navigation waits
 * for the whole one before anything is shown (React does, for sheets with a precedence), and once there it stays.
 * @param light whether the page is the one that first.css is made for
 */
export function StyleSheets({ light }: { light: boolean }) {
  // An error page makes the frame anew, so what is there is asked of the document. Never the small one after the whole.
  const [small, setSmall] = useState(
    () => import.meta.env.PROD && light && (typeof document === 'undefined' || !wholeLink()),
  )
  if (small && !light) setSmall(false)
  return <link rel="stylesheet" href={small && light ? first : whole} precedence={ORDER} />
}

let underWay: Promise<void> | undefined

/**
 * Asks for the whole style sheet: before anything is shown that did not come with the page.
 * @throws when it cannot be fetched; the next call tries again
 */
export function wholeSheet(): Promise<void> {
  if (wholeLink()?.sheet) return Promise.resolve()
  underWay ??= fetchSheet().finally(() => {
    underWay = undefined
  })
  return underWay
}

async function fetchSheet() {
  // First only into the browser's cache: React waits for a sheet of a page to come, but not for one that is in the
  // document already, loaded or not.
  if (!(await fetch(whole)).ok) throw new Error('The style sheet is not there.')
  preinit(whole, { as: 'style', precedence: ORDER })
  // React asks for it once: one that was lost is put there again.
  const link = wholeLink() ?? document.head.appendChild(newLink())
  if (link.sheet) return
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
  }).catch((error: unknown) => {
    link.remove()
    throw error
  })
}

const newLink = () => Object.assign(document.createElement('link'), { rel: 'stylesheet', href: whole })
