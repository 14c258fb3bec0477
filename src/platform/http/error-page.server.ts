import { createHash } from 'node:crypto'

// Copied from ui/theme.css: a server that cannot render pages may not be able to serve the stylesheet either.
const STYLE = `html{color-scheme:light dark;background:light-dark(#fbf8f2,#11171b);color:light-dark(#16233b,#ece7dc);font:1.0625rem/1.6 'Inter Variable',ui-sans-serif,system-ui,sans-serif}body{max-width:32rem;margin:0 auto;padding:16vh 1.5rem 2rem}b,h1{font-family:'Fraunces Variable',ui-serif,Georgia,serif;font-weight:560}b{color:light-dark(#0e5a5e,#7fccc4);font-size:1.375rem}h1{margin:2.5rem 0 0;font-size:2rem;line-height:1.2;text-wrap:balance}p{margin:.75rem 0 2rem;text-wrap:pretty;color:light-dark(#5a6478,#a3aeb6)}small{overflow-wrap:anywhere}a,button{display:inline-block;padding:.75rem 1.5rem;border:0;border-radius:.625rem;background:light-dark(#0e5a5e,#6cc0b8);color:light-dark(#fff,#06272a);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}a:focus-visible,button:focus-visible{outline:2px solid light-dark(#0e5a5e,#6cc0b8);outline-offset:2px}`

const DENY_ALL = "default-src 'none'; frame-ancestors 'none'"

/** Content security policies: `page` for a static page, `text` for responses that are not pages. */
export const MINIMAL_CSP = {
  page: `${DENY_ALL}; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  text: DENY_ALL,
}

/** Text of an error page whose cause is temporary. */
export const RETRY_MESSAGE = 'Inténtalo de nuevo en unos segundos. Lo que tenías guardado sigue ahí.'

export interface ErrorPage {
  heading: string
  text: string
  /** Request id, to find the error in the log (OPEN-66). */
  reference?: string | undefined
  /** Whether to link to the home page, because a retry cannot help. */
  linkHome?: boolean
}

/**
 * A self-contained HTML page, for when the server cannot render a normal one (OPEN-08). Its values are not
 * escaped, so pass no text from the request.
 */
export function renderErrorPage({ heading, text, reference, linkHome = false }: ErrorPage): string {
  const link = linkHome ? HOME_LINK : '<a href="">Reintentar</a>'
  const referenceText = reference
    ? `<p><small>Si vuelve a pasar, cuéntanos esta referencia: ${reference}</small></p>`
    : ''
  return renderStaticPage({ heading, text, rest: `${referenceText}${link}` })
}

const HOME_LINK = '<a href="/">Volver al inicio</a>'

/** A self-contained HTML page. Its values are not escaped, so pass no text from the request. */
export const renderStaticPage = ({ heading, text, rest }: { heading: string; text: string; rest: string }) =>
  `<!doctype html><html lang="es-CL"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${heading} · Amparo</title><style>${STYLE}</style><main><b>Amparo</b><h1>${heading}</h1><p>${text}</p>${rest}</main>`

/** Whether the client is a browser that loads a page: it accepts HTML and does not call the API. */
export const wantsPage = ({
  url = '/',
  headers,
}: {
  url?: string | undefined
  headers: { accept?: string | undefined }
}): boolean => !url.startsWith('/api/') && headers.accept?.includes('text/html') === true
