import { Button } from './button.tsx'

/** A page that everybody's history has. */
const ELSEWHERE = 'https://www.google.cl/'

export interface QuickExitProps {
  /** Lets go of what was typed. */
  forget(): void
}

/**
 * For whoever must not be seen reading this: what was typed is let go of, and this entry of the history becomes another
 * page's, so that «back» does not show it again. The entries before it stay (the search before anything was told, a
 * wizard that has forgotten its answers), and so does what the browser itself lists as visited.
 */
export function QuickExit({ forget }: QuickExitProps) {
  return (
    <Button
      onClick={() => {
        forget()
        window.location.replace(ELSEWHERE)
      }}
    >
      Salir rápido de esta página
    </Button>
  )
}
