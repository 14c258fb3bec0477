/** Every URL that no other route matches: the root shows its error page (OPEN-08). */
export function loader() {
  throw new Response(null, { status: 404 })
}

export default function NotFound() {
  return null
}
