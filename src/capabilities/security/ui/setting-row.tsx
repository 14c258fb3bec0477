import type { ReactNode } from 'react'

/** A row of a card in «Seguridad de tu cuenta»: what it is, and its button. */
export function SettingRow(props: {
  title: ReactNode
  text?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 md:px-6">
      {props.icon && <span className="text-muted [&>svg]:size-5">{props.icon}</span>}
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{props.title}</p>
        {props.text && <p className="text-small text-muted">{props.text}</p>}
      </div>
      {props.action}
    </div>
  )
}
