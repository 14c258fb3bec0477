import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { isoDay } from '../../../chile/dates.ts'
import { uuidv7 } from '../../../input/ids.ts'
import { deleteDraft, readDraft, storeDraft } from '../../../platform/drafts/drafts.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import type { ProposalsContract } from '../contract.ts'
import { proposalsQueries } from '../queries.ts'
import { MAX_FEE_CLP, MAX_SUMMARY_LENGTH, MESSAGES, MIN_FEE_CLP } from '../schema.ts'
import { CaseLine } from './case-line.tsx'
import {
  EMPTY_FORM,
  type FormValues,
  hasDecimals,
  type ProposalFormContent,
  parseDraft,
  resolver,
  topLevelErrors,
} from './form-values.ts'

const FEE_STEP_CLP = 1_000

const today = () => isoDay(new Date())

export interface ProposalFormProps {
  open: boolean
  onOpenChange(open: boolean): void
  chatId: string
  /** The client of the chat. */
  partnerName: string
  /** Owner of the stored draft. */
  userId: string
}

/**
 * PRP-01 to PRP-04, OPEN-36. The draft survives a failed request, closing the dialog and a reload. It keeps
 * the id of the proposal, so that a resend creates no second one.
 */
export function ProposalForm({ open, onOpenChange, chatId, partnerName, userId }: ProposalFormProps) {
  const draftKey = `propuesta:${chatId}`
  const [draft] = useState(() => parseDraft(readDraft(draftKey, userId)))
  const [id, setId] = useState(() => draft.id ?? uuidv7())
  const form = useForm<FormValues, unknown, ProposalFormContent>({ resolver, defaultValues: draft.values })
  const api = rpc<ProposalsContract>('proposals')
  // Refetch on every opening: the lawyer may have pressed «Iniciar Chat» on another case since.
  const targetCase = useQuery({
    ...proposalsQueries(api).targetCase.queryOptions({ input: { chatId } }),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  })
  const { control, watch } = form
  const { errors, isSubmitted } = form.formState
  const feeDecimals = watch('feeDecimals')
  const [isFeeBlurred, setFeeBlurred] = useState(true)
  // After a dot more digits may follow («1.5» on the way to «1.500»), so wait until the field loses focus.
  const showDecimalsError = hasDecimals({ feeDecimals }) && (isFeeBlurred || feeDecimals.startsWith(','))

  useEffect(() => {
    const subscription = watch((values) => storeDraft(draftKey, userId, { id, values }))
    return () => subscription.unsubscribe()
  }, [watch, draftKey, userId, id])

  const send = (content: ProposalFormContent) => {
    storeDraft(draftKey, userId, { id, values: form.getValues() })
    return api.create({ id, chatId, ...content })
  }
  const { submit, pending, field, problem } = useFormSubmit(form, send, {
    onDone() {
      setId(uuidv7())
      form.reset(EMPTY_FORM)
      // After the reset, which stores the empty values.
      deleteDraft(draftKey, userId)
      onOpenChange(false)
      toast({ kind: 'success', text: 'Propuesta enviada.' })
    },
    onFailure(failure) {
      const wasSent = failure.reason === 'ID_TAKEN'
      // Submitting again sends a new proposal.
      if (wasSent || failure.reason === 'PROPOSAL_WITHDRAWN') setId(uuidv7())
      return wasSent ? SENT_BEFORE : failureTextOf(failure)
    },
    toast: 'Error al enviar propuesta',
    fieldsOf: topLevelErrors,
  })

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Enviar propuesta"
      description="Tu cliente la verá en esta conversación y podrá aceptarla o rechazarla."
      cancelText="Volver"
      confirmText="Enviar propuesta"
      pending={pending}
      pendingLabel="Enviando…"
      onConfirm={submit}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {!targetCase.isError && (
          <p role="status" className="text-ui text-muted">
            {targetCase.data ? (
              <CaseLine title={targetCase.data.case_title} side="lawyer" partnerName={partnerName} />
            ) : (
              <Skeleton className="my-1.5 h-3 w-3/5" />
            )}
          </p>
        )}
        <TextArea
          label="Resumen"
          hint="Qué harás, hasta qué etapa y qué incluye."
          required
          rows={4}
          limit={MAX_SUMMARY_LENGTH}
          {...field('summary')}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-[3fr_2fr]">
          <Controller
            control={control}
            name="fee"
            render={({ field: fee }) => (
              <NumberField
                {...fee}
                decimals={feeDecimals}
                onDecimals={(decimals) => {
                  form.setValue('feeDecimals', decimals)
                  if (isSubmitted) void form.trigger('fee')
                }}
                onFocus={() => setFeeBlurred(false)}
                onBlur={() => {
                  setFeeBlurred(true)
                  fee.onBlur()
                }}
                label="Honorarios"
                prefix="$"
                suffix="CLP"
                step={FEE_STEP_CLP}
                min={MIN_FEE_CLP}
                max={MAX_FEE_CLP}
                required
                error={showDecimalsError ? MESSAGES.feeDecimals : errors.fee?.message}
              />
            )}
          />
          <DateField label="Plazo" optional {...field('deadline')} min={today()} max="2999-12-31" />
        </div>
        <TextArea label="Condiciones" optional hint="Una por línea." rows={3} {...field('conditions')} />
        {problem && <Notice kind="danger">{problem}</Notice>}
      </div>
    </ConfirmDialog>
  )
}

/** The response to the first submit was lost, and the fields have changed since. */
const SENT_BEFORE =
  'Tu propuesta anterior sí se envió. Revísala en la conversación antes de enviar esta como una nueva.'
