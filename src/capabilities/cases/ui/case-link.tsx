import { Link } from 'react-router'

/** The title of a case in a list, which opens it. */
export const CaseLink = ({ id, title }: { id: string; title: string }) => (
  <Link to={`/case/${id}`} className="text-ink no-underline hover:underline">
    {title}
  </Link>
)
