import { Icon, type IconName } from '../ui/display/icon.tsx'

/** Cells with icon, title and text, three in a row; on phones stacked, with the icon on the left. */
export function Benefits({ benefits }: { benefits: readonly (readonly [IconName, string, string])[] }) {
  return (
    <ul className="mt-6 grid border-t border-line md:mt-10 md:grid-cols-3">
      {benefits.map(([icon, title, text]) => (
        <li
          key={title}
          className="grid border-b border-line py-6 max-md:grid-cols-[2.5rem_1fr] md:block md:py-8 md:pr-6 md:not-[:nth-child(3n+1)]:border-l md:not-[:nth-child(3n+1)]:pl-8"
        >
          <Icon name={icon} className="size-6.5 text-primary-ink" />
          <div>
            <h3 className="mb-1 md:mt-4.5 md:mb-2">{title}</h3>
            <p className="text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
