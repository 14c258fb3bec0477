/** Every address that no other route knows. The root's error page says so (OPEN-08). */
export function loader() {
  throw new Response(null, { status: 404 })
}

export default function NotFound() {
  return null
}
