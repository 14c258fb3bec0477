import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Scripts, ScrollRestoration } from 'react-router'
import { KEEP_PRESS } from './early-press.ts'

type Tag = ReactElement<{
  children?: ReactNode
  rel?: string
  href?: string
  type?: string
  dangerouslySetInnerHTML?: { __html: string }
}>

/**
 * The last script of the document: style sheets have come by then, and the next frame is the first that is painted.
 * What it starts stands before it, with the nonce that it may use. A browser that does not tell of its painting, or a page
 * in the background, which is not painted, starts half a second later.
 */
const START = `{
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
 * React Router's <Scripts>, on the server alone, with the program's files asked for only when the page has been
 * painted: until then the connection is for what the painting needs (docs/decisions/0009).
 * @param nonce of this document's content security policy
 */
export function Program({ nonce }: { nonce: string }): ReactNode {
  // A call, to have what it draws: React Router offers no way to say when.
  const drawn = Scripts({ nonce }) as ReactNode
  if (import.meta.env.DEV) return drawn
  const tags = flatten(drawn)
  const files = tags.flatMap(({ props }) => (props.rel === 'modulepreload' ? (props.href ?? []) : []))
  const code = (module: boolean) =>
    tags.find(({ type, props }) => type === 'script' && (props.type === 'module') === module)?.props
      .dangerouslySetInnerHTML?.__html
  const [context, program] = [code(false), code(true)]
  if (!context || !program)
    throw new Error('React Router writes its scripts in another way: look at Program again.')
  return (
    <>
      <Script nonce={nonce} code={context.replace(/"unstable_\w+":false,?/g, '')} />
      <Script
        nonce={nonce}
        code={tight(program).replace(/(?<=["\],{}[])\n|(?<=":) /g, '')}
        type="text/plain"
        files={files.join(' ')}
      />
      <Script nonce={nonce} code={tighter(`${START}\n${KEEP_PRESS}`)} />
    </>
  )
}

/** React Router's <ScrollRestoration>, on the server alone, with its script written tightly. */
export function KeptPlace({ nonce }: { nonce: string }): ReactNode {
  // A call, as above; it is a hook's work as much as a component's.
  const drawn = ScrollRestoration({ nonce }) as Tag | null
  const code = drawn?.props.dangerouslySetInnerHTML?.__html
  return code ? <Script nonce={nonce} code={tighter(code)} /> : drawn
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

/** Each page carries it: without its indents. */
const tight = (code: string) => code.replace(/\n\s+/g, '\n')
const tighter = (code: string) => tight(code).replace(/ ?([(){},:=>^&|]+) ?/g, '$1')

const flatten = (node: ReactNode): Tag[] =>
  Children.toArray(node).flatMap((child) => {
    if (!isValidElement(child)) return []
    return typeof child.type === 'string' ? [child as Tag] : flatten((child as Tag).props.children)
  })
