import { Link } from 'react-router'

const DISPUTE = '«¿Cambiaste tu correo?»'

/** DAT-55: a problem of a sign-in, with the page that it names as a link. */
export function ProblemText({ text }: { text: string }) {
  const [before, after] = text.split(DISPUTE)
  if (after === undefined) return text
  return (
    <>
      {before}
      <Link to="/cambio-de-correo">{DISPUTE}</Link>
      {after}
    </>
  )
}
