import { Link } from 'react-router'
import { Logo } from './logo.tsx'
import { PRODUCT_NAME } from './product.ts'

/** The logo, a link to the home page (NAV-01). Only a link and a picture, so that it need not hydrate. */
export function HomeLink() {
  return (
    <Link
      to="/"
      // On the home page, React Router would ask the server about the page's own route.
      discover="none"
      aria-label={`${PRODUCT_NAME}, inicio`}
      className="inline-flex min-h-11 items-center text-ink no-underline"
    >
      <Logo />
    </Link>
  )
}
