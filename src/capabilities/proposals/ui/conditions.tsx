/** OPEN-36: what a proposal depends on, one line each. */
export const Conditions = ({ of }: { of: readonly string[] }) => (
  <ul className="grid list-disc gap-1 pl-5 marker:text-muted">
    {of.map((condition, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a proposal never changes, and two may read the same
      <li key={at} className="font-normal wrap-anywhere whitespace-pre-line">
        {condition}
      </li>
    ))}
  </ul>
)
