import { type ReactNode, useState } from 'react'
import { Card } from '../layout/card.tsx'

/** A section of the gallery: components of one kind, in two columns. */
export function GalleryGroup({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-6">
      <h2 id={id}>{title}</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-2">{children}</div>
    </section>
  )
}

/** One component in its states. */
export function Sample({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <Card className={`grid grid-cols-[minmax(0,1fr)] gap-5 ${wide ? 'md:col-span-2' : ''}`}>
      <h3 className="font-sans text-micro font-semibold text-muted">{title}</h3>
      {children}
    </Card>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

interface ControlledProps {
  label: string
  value?: unknown
  error?: string | undefined
}

type ControlledField = (props: ControlledProps & { onChange: (value: unknown) => void }) => ReactNode

/** A controlled field that keeps its own value; its error disappears when the value changes. */
function LiveField({ of: Field, start }: { of: ControlledField; start: ControlledProps }) {
  const [value, setValue] = useState(start.value)
  const error = value === start.value ? start.error : undefined
  return <Field {...start} value={value} onChange={setValue} error={error} />
}

interface LiveFieldsProps<Props> {
  of: (props: Props) => ReactNode
  /** The props of each sample, with the value at the start. */
  samples: readonly Omit<NoInfer<Props>, 'onChange'>[]
}

export function LiveFields<Props>({ of, samples }: LiveFieldsProps<Props>) {
  return (samples as readonly unknown[] as readonly ControlledProps[]).map((start) => (
    <LiveField key={start.label} of={of as unknown as ControlledField} start={start} />
  ))
}
