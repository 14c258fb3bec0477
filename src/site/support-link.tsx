import { useRootData } from './use-root-data.ts'

/** Link to the support e-mail address. */
export function SupportLink() {
  const address = useRootData()?.settings.supportEmail
  return (
    <a href={`mailto:${address}`} className="wrap-anywhere">
      {address}
    </a>
  )
}
