import { useEffect, useRef, useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import type { FormStart } from '../schema.ts'
import { dropFormDraft, type FormDraft, keepFormDraft, readFormDraft } from './form-draft.ts'
import { type FormValues, startValues } from './form-values.ts'

interface Options {
  userId: string
  start: FormStart
  resolver: Resolver<FormValues>
}

const NOTHING_LOST: FormDraft['lost'] = { avatar: false, idCard: false }

/** The form and its step, kept in this tab with every change and restored when the page comes back. */
export function useFormDraft({ userId, start, resolver }: Options) {
  const [first] = useState(() => startValues(start))
  const form = useForm<FormValues>({
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: first,
  })
  const [step, setStep] = useState(0)
  const [draft, setDraft] = useState<FormDraft | null>(null)
  const state = useRef<'new' | 'open' | 'dropped'>('new')
  const values = useWatch({ control: form.control }) as FormValues
  const { isDirty } = form.formState
  const lost = draft?.lost ?? NOTHING_LOST

  // After hydration: the server knows nothing of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the route gives another form another key
  useEffect(() => {
    if (state.current !== 'new') return
    state.current = 'open'
    const kept = readFormDraft(userId, start)
    if (!kept) return
    form.reset(kept.values, { keepDefaultValues: true })
    setStep(kept.step)
    setDraft(kept)
  }, [])
  useEffect(() => {
    if (state.current === 'open' && (isDirty || step > 0))
      keepFormDraft(userId, start, { values, step, lost })
  }, [userId, start, values, step, lost, isDirty])

  return {
    form,
    step,
    setStep,
    lost,
    restored: draft !== null,
    drop() {
      state.current = 'dropped'
      dropFormDraft(userId)
    },
  }
}
