import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormStart } from '../schema.ts'
import type { FormDraft } from './form-draft.ts'
import type { FormValues } from './form-values.ts'

/** What each step of the form is given. */
export interface StepProps {
  form: UseFormReturn<FormValues>
  start: FormStart
  /** Files that were chosen before a reload. */
  lost: FormDraft['lost']
}

/** Fields side by side, on phones one below the other. */
export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-6 md:grid-cols-2">{children}</div>
}

/** A part of a step under its own heading. */
export function StepSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-6">
      <h2 className="text-h3">{title}</h2>
      {children}
    </section>
  )
}
