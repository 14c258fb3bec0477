import { Link } from 'react-router'
import { Logo } from './logo.tsx'
import { PRODUCT } from './product.ts'

/** The logo, which leads home (NAV-01): only a link and a picture, so that it can stand Still. */
export function HomeLink() {
  return (
    <Link
      to="/"
      // The home page itself carries it too, and would ask where its own link leads.
      discover="none"
      aria-label={`${PRODUCT}, inicio`}
      className="inline-flex min-h-11 items-center text-ink no-underline"
    >
      <Logo />
    </Link>
  )
}
