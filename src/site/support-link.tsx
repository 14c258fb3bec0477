/** Link to the support e-mail address. */
export function SupportLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="wrap-anywhere">
      {address}
    </a>
  )
}
