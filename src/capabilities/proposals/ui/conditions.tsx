/** OPEN-36: the conditions of a proposal, as a list. */
export const Conditions = ({ items }: { items: readonly string[] }) => (
  <ul className="grid list-disc gap-1 pl-5 marker:text-muted">
    {items.map((condition, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: conditions never change, and two may have the same text
      <li key={index} className="font-normal wrap-anywhere whitespace-pre-line">
        {condition}
      </li>
    ))}
  </ul>
)
