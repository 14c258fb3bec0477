import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import { ConfirmEmailNotice } from '../../accounts/ui/confirm-email-notice.tsx'
import type { NoticesContract } from '../contract.ts'
import { noticesQueries } from '../queries.ts'
import { FREQUENCY_LABELS } from '../rules.ts'
import {
  ALWAYS_MAILED,
  CATEGORY_NAMES,
  FREQUENCIES,
  type Frequency,
  MESSAGES,
  NEVER_LISTED,
  NOTICE_CATEGORIES,
  type NoticeCategory,
  type NoticeSettings,
  type SettingsView,
} from '../schema.ts'
import { QuietHours } from './quiet-hours.tsx'

const CLIENT_TEXTS: Record<NoticeCategory, string> = {
  messages: 'Quién te escribe, cuando pasan 10 minutos sin que leas.',
  updates: 'Lo que publica tu abogado y las fechas que promete.',
  documents: 'Lo que te piden, lo que llega y lo que vence.',
  tasks: 'Tus tareas y los plazos de tus causas.',
  proposals: 'Las que recibes y sus respuestas.',
  ending: 'Siempre por correo: desde ese día corre tu plazo para decir que no estás de acuerdo.',
  reviews: 'Cuándo puedes dejar una y si te responden.',
  account: 'Siempre por correo: tu cuenta, tus datos y los documentos de Amparo.',
}
const LAWYER_TEXTS: Record<NoticeCategory, string> = {
  ...CLIENT_TEXTS,
  updates: 'Las que te piden tus clientes y las fechas que prometiste.',
  documents: 'Lo que tus clientes entregan y lo que responden.',
  tasks: 'Tus tareas, las que hacen tus clientes y los plazos de tus causas.',
  proposals: 'Lo que responden tus clientes.',
  ending: 'Siempre por correo: si un cliente no está de acuerdo o pide reabrir, tienes que responder.',
  reviews: 'Las que dejan tus clientes.',
}

/** SEG-59 to SEG-61: what is notified where, and how e-mails arrive. Each change is saved at once. */
export function NoticePreferences() {
  const query = useQuery(noticesQueries().settings.queryOptions())
  return (
    <Loaded
      query={query}
      failed={MESSAGES.settingsFailed}
      label="Cargando tus preferencias…"
      level="h2"
      className="rounded-l border border-line bg-surface p-5 md:p-6"
    >
      {(stored) => <Preferences stored={stored} />}
    </Loaded>
  )
}

const MUTATION_KEY = ['notice-settings']

/**
 * Shows a change at once and saves one after the other; after the last one, shows what was saved.
 * @param stored what was saved before
 */
function useSavedSettings(stored: SettingsView) {
  const client = useQueryClient()
  const toasts = useFailureToast()
  const [shown, setShown] = useState(stored)
  const saved = useRef(stored)
  const { mutate, isSuccess, isPending } = useMutation({
    mutationKey: MUTATION_KEY,
    scope: { id: 'notice-settings' },
    mutationFn: (settings: NoticeSettings) => rpc<NoticesContract>('notices').saveSettings(settings),
    onMutate: toasts.dismiss,
    onSuccess: (answer) => {
      saved.current = answer
      client.setQueryData(noticesQueries().settings.queryOptions().queryKey, answer)
    },
    onError: (error) =>
      toasts.show({ title: MESSAGES.settingsNotSaved, text: failureTextOf(failureOf(error)) }),
    onSettled: () => {
      if (client.isMutating({ mutationKey: MUTATION_KEY }) <= 1) setShown(saved.current)
    },
  })
  return {
    shown,
    isSaved: isSuccess && !isPending,
    save(changes: Partial<NoticeSettings>) {
      setShown({ ...shown, ...changes })
      const { refused_email: _, unconfirmed_email: __, is_unmailed: ___, ...settings } = shown
      mutate({ ...settings, ...changes })
    },
  }
}

function Preferences({ stored }: { stored: SettingsView }) {
  const { shown: view, save, isSaved } = useSavedSettings(stored)
  const isLawyer = useSessionUser()?.role === 'lawyer'
  const texts = isLawyer ? LAWYER_TEXTS : CLIENT_TEXTS
  return (
    <div className="grid gap-6">
      {/* Lawyers confirm theirs by a code before anything else. */}
      {!isLawyer && stored.unconfirmed_email !== null && (
        <ConfirmEmailNotice>
          {`Confirma tu correo ${stored.unconfirmed_email} para recibir avisos. Hasta entonces los guardamos.`}
        </ConfirmEmailNotice>
      )}
      {view.is_unmailed && (
        <Notice>
          Elegiste que no te escribamos correos, tampoco los que aquí dicen «Siempre por correo». Lo cambias
          en <Link to="/edit-profile">Editar perfil</Link>.
        </Notice>
      )}
      {stored.refused_email !== null && <RefusedAddress email={stored.refused_email} />}
      <Card flush>
        <CardHead
          title="Qué te avisamos y dónde"
          end={
            <span role="status" className="text-small text-muted">
              {isSaved && 'Guardado'}
            </span>
          }
        />
        <div className="divide-y divide-line">
          {NOTICE_CATEGORIES.map((category) => (
            <CategoryRow
              key={category}
              name={CATEGORY_NAMES[category]}
              text={texts[category]}
              listed={
                NEVER_LISTED.includes(category)
                  ? null
                  : toggle(view.hidden_categories, category, (hidden_categories) =>
                      save({ hidden_categories }),
                    )
              }
              mailed={
                ALWAYS_MAILED.includes(category)
                  ? null
                  : toggle(view.unmailed_categories, category, (unmailed_categories) =>
                      save({ unmailed_categories }),
                    )
              }
            />
          ))}
          <CategoryRow
            name="Seguridad de la cuenta"
            text="Siempre por correo: así notas si alguien entra en tu lugar."
            listed={null}
            mailed={null}
          />
        </div>
      </Card>
      <Card flush>
        <CardHead title="Correo" />
        <div className="divide-y divide-line *:px-5 *:py-4 *:md:px-6 *:md:py-5">
          <div>
            <RadioGroup
              label="Cada cuánto"
              options={FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }))}
              value={view.frequency}
              onChange={(frequency) => save({ frequency: frequency as Frequency })}
            />
          </div>
          <QuietHours quiet={view.quiet} onChange={(quiet) => save({ quiet })} />
          {!view.is_unmailed && (
            <Checkbox
              label={<b className="font-semibold">Discreción</b>}
              hint="Asunto «Tienes un aviso pendiente», una frase neutra, sin nombres ni vista previa."
              checked={view.is_discreet}
              onChange={({ target }) => save({ is_discreet: target.checked })}
            />
          )}
          <Checkbox
            label={<b className="font-semibold">No enviar correos sobre mis causas</b>}
            hint="Dejas de recibir correos de novedades, documentos, plazos y del término de tu causa. Todo queda en Amparo: tendrás que entrar para enterarte. Los de seguridad siguen."
            checked={view.is_silent}
            onChange={({ target }) => save({ is_silent: target.checked })}
          />
        </div>
      </Card>
    </div>
  )
}

interface Toggle {
  isOn: boolean
  set(isOn: boolean): void
}

/** The box of a category: it is on unless it is in the list. */
const toggle = (
  off: NoticeCategory[],
  category: NoticeCategory,
  save: (off: NoticeCategory[]) => void,
): Toggle => ({
  isOn: !off.includes(category),
  set: (isOn) => save(isOn ? off.filter((one) => one !== category) : [...off, category]),
})

/** A row with its boxes; null: always on. */
function CategoryRow(props: { name: string; text: string; listed: Toggle | null; mailed: Toggle | null }) {
  const { name, text, listed, mailed } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid row with its legend beside the boxes
    <div
      role="group"
      aria-label={name}
      className="grid grid-cols-2 items-center gap-x-4 gap-y-1 px-5 py-3 md:grid-cols-[minmax(0,1fr)_8rem_6.5rem] md:px-6"
    >
      <div className="max-md:col-span-2">
        <p className="text-ui font-semibold">{name}</p>
        <p className="text-small text-pretty text-muted">{text}</p>
      </div>
      <ToggleBox label="En Amparo" toggle={listed} />
      <ToggleBox label="Correo" toggle={mailed} />
    </div>
  )
}

function ToggleBox({ label, toggle: box }: { label: string; toggle: Toggle | null }) {
  if (box)
    return <Checkbox label={label} checked={box.isOn} onChange={({ target }) => box.set(target.checked)} />
  return (
    <p className="flex min-h-11 items-center gap-2.5 text-body/6.5 text-muted">
      <span className="grid size-5 flex-none place-items-center rounded-s border-[1.5px] border-line-strong bg-sunken">
        <Lock aria-hidden="true" className="size-3.5" />
      </span>
      <span>
        {label}
        <span className="sr-only">: siempre</span>
      </span>
    </p>
  )
}

/** SEG-65. */
function RefusedAddress({ email }: { email: string }) {
  const client = useQueryClient()
  const { submit, pending } = useSubmit(rpc<NoticesContract>('notices').confirmAddress, {
    onDone: (view) => client.setQueryData(noticesQueries().settings.queryOptions().queryKey, view),
  })
  return (
    <Notice
      kind="danger"
      title={`No pudimos escribirte a ${email}.`}
      action={
        <Button size="sm" pending={pending} pendingLabel="Un momento…" onClick={() => void submit({})}>
          Sí, es mi correo
        </Button>
      }
    >
      Dejamos de enviarte correos. ¿Funciona de nuevo y sigue siendo tuyo?
    </Notice>
  )
}
