import { Button } from './button.tsx'

/** A page that everybody's history has. */
const ELSEWHERE = 'https://www.google.cl/'

export interface QuickExitProps {
  /** Lets go of what was typed. */
  forget(): void
}

/** For whoever must not be seen reading this: the page is replaced, so that «back» does not show it again. */
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
