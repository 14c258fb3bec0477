import { useRootData } from './use-root-data.ts'

export function SupportLink() {
  const address = useRootData()?.settings.supportEmail
  return (
    <a href={`mailto:${address}`} className="wrap-anywhere">
      {address}
    </a>
  )
}
