import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Scripts } from 'react-router'
import { RECORD_INPUT_SCRIPT } from './pre-hydration-replay.ts'

type Tag = ReactElement<{
  children?: ReactNode
  rel?: string
  href?: string
  type?: string
  dangerouslySetInnerHTML?: { __html: string }
}>

/**
 * The document's last script: loads the application's modules once the page has been painted. The entry
 * module's code and the nonce are in the script element before it. Without a paint event (old browser,
 * background tab) it starts after 500 ms.
 */
const START_AFTER_PAINT = `{
  const { dataset, nonce, text } = document.currentScript.previousSibling
  const add = (tag, what) => document.head.append(Object.assign(document.createElement(tag), what))
  let start = () => {
    start = null
    for (const href of dataset.files.split(' ')) add('link', { rel: 'modulepreload', href })
    add('script', { type: 'module', nonce, text })
  }
  const late = () => start?.()
  setTimeout(late, 500)
  new PerformanceObserver(late).observe({ type: 'paint', buffered: true })
}`

/**
 * React Router's <Scripts>, server only, changed to fetch the application's modules after the first paint:
 * until then the connection is free for what the paint needs (docs/decisions/0009).
 * @param nonce of this document's content security policy
 * @throws when React Router renders other scripts than expected
 */
export function DeferredScripts({ nonce }: { nonce: string }): ReactNode {
  // Called as a function to get its elements: React Router has no option for when to load.
  const rendered = Scripts({ nonce }) as ReactNode
  if (import.meta.env.DEV) return rendered
  const tags = flatten(rendered)
  const files = tags.flatMap(({ props }) => (props.rel === 'modulepreload' ? (props.href ?? []) : []))
  const code = (module: boolean) =>
    tags.find(({ type, props }) => type === 'script' && (props.type === 'module') === module)?.props
      .dangerouslySetInnerHTML?.__html
  const [contextScript, entryScript] = [code(false), code(true)]
  if (!contextScript || !entryScript)
    throw new Error('React Router renders its scripts differently: check src/ui/boot/deferred-scripts.tsx.')
  return (
    <>
      <Script nonce={nonce} code={contextScript} />
      <Script nonce={nonce} code={entryScript} type="text/plain" files={files.join(' ')} />
      <Script nonce={nonce} code={`${START_AFTER_PAINT}\n${RECORD_INPUT_SCRIPT}`} />
    </>
  )
}

interface ScriptProps {
  nonce: string
  code: string
  type?: string
  files?: string
}

const Script = ({ nonce, code, type, files }: ScriptProps) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React Router's own text and ours
  <script nonce={nonce} type={type} data-files={files} dangerouslySetInnerHTML={{ __html: code }} />
)

const flatten = (node: ReactNode): Tag[] =>
  Children.toArray(node).flatMap((child) => {
    if (!isValidElement(child)) return []
    return typeof child.type === 'string' ? [child as Tag] : flatten((child as Tag).props.children)
  })
