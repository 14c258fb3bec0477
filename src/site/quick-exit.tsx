import { Button } from '../ui/actions/button.tsx'

/** An inconspicuous page. */
const EXIT_URL = 'https://www.google.cl/'

export interface QuickExitProps {
  /** Discards what was typed. */
  forget(): void
}

/**
 * Leaves the page quickly, for people who must not be seen reading it: discards what was typed and replaces
 * the current history entry, so that «back» does not show it again. Earlier entries stay (the search page, or
 * the wizard without its answers), and so does the browser's list of visited pages.
 */
export function QuickExit({ forget }: QuickExitProps) {
  return (
    <Button
      onClick={() => {
        forget()
        window.location.replace(EXIT_URL)
      }}
    >
      Salir rápido de esta página
    </Button>
  )
}
