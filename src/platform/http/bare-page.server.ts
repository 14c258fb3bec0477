import { createHash } from 'node:crypto'

// Colours and sizes as in ui/theme.css, whose file would be asked of the same house that cannot make a page.
const STYLE = `html{color-scheme:light dark;background:light-dark(#fbf8f2,#11171b);color:light-dark(#16233b,#ece7dc);font:1.0625rem/1.6 'Inter Variable',ui-sans-serif,system-ui,sans-serif}body{max-width:32rem;margin:0 auto;padding:16vh 1.5rem 2rem}b,h1{font-family:'Fraunces Variable',ui-serif,Georgia,serif;font-weight:560}b{color:light-dark(#0e5a5e,#7fccc4);font-size:1.375rem}h1{margin:2.5rem 0 0;font-size:2rem;line-height:1.2;text-wrap:balance}p{margin:.75rem 0 2rem;text-wrap:pretty;color:light-dark(#5a6478,#a3aeb6)}small{overflow-wrap:anywhere}a{display:inline-block;padding:.75rem 1.5rem;border-radius:.625rem;background:light-dark(#0e5a5e,#6cc0b8);color:light-dark(#fff,#06272a);font-weight:600;text-decoration:none}a:focus-visible{outline:2px solid light-dark(#0e5a5e,#6cc0b8);outline-offset:2px}`

const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** Content security policies: of a bare page, and of what is no page. */
export const BARE_POLICY = {
  page: `${NOTHING}; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  text: NOTHING,
}

/** What a page says that only has to be asked for again. */
export const STILL_THERE = 'Inténtalo de nuevo en unos segundos. Lo que tenías guardado sigue ahí.'

export interface BarePage {
  heading: string
  text: string
  /** For the one who looks into the log (OPEN-66). */
  reference?: string | undefined
  /** Where there is no trying again, the way home. */
  home?: boolean
}

/** A page that needs nothing but itself, for when the house cannot make one (OPEN-08). Its texts are ours, never sent ones. */
export function barePage({ heading, text, reference, home = false }: BarePage): string {
  const link = home ? '<a href="/">Volver al inicio</a>' : '<a href="">Reintentar</a>'
  const told = reference
    ? `<p><small>Si vuelve a pasar, cuéntanos esta referencia: ${reference}</small></p>`
    : ''
  return `<!doctype html><html lang="es-CL"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${heading} · Amparo</title><style>${STYLE}</style><main><b>Amparo</b><h1>${heading}</h1><p>${text}</p>${told}${link}</main>`
}

/** Whether who asks would show a page: a person's browser on its way somewhere. */
export const wantsPage = ({
  url = '/',
  headers,
}: {
  url?: string | undefined
  headers: { accept?: string | undefined }
}): boolean => !url.startsWith('/api/') && headers.accept?.includes('text/html') === true
