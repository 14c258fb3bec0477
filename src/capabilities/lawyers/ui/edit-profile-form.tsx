import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Controller, type Resolver, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { toPhoneDigits, toStoredPhone } from '../../../chile/phone.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { UnsavedChangesPrompt } from '../../../site/forms/unsaved-changes-prompt.tsx'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { bottomBarScrollClass, keepAboveBottomBar } from '../../../ui/fields/keep-above-bottom-bar.ts'
import { PhoneField } from '../../../ui/fields/phone-field.tsx'
import { registerPrefilled } from '../../../ui/fields/register-prefilled.ts'
import { lawyersQueries } from '../queries.ts'
import { MESSAGES, type OwnProfile, type UpdateProfileInput, updateProfileInput } from '../schema.ts'
import { AvatarField } from './avatar-field.tsx'
import { AddressFields, DescriptionField, FormSection, PriceField, TwoColumns } from './profile-fields.tsx'
import { useSaveProfile } from './use-save-profile.ts'

/** Form values of a profile; fields never filled in are empty. */
const valuesOf = (profile: OwnProfile) => ({
  price: profile.price as number | null,
  description: profile.description ?? '',
  phoneNumber: profile.phoneNumber ?? '',
  location: profile.location ?? { region: '', commune: '' },
  addressStreet: profile.addressStreet ?? '',
  addressNumber: profile.addressNumber ?? '',
  addressApartment: profile.addressApartment ?? '',
})
type FormValues = ReturnType<typeof valuesOf>

const resolver = standardSchemaResolver(updateProfileInput) as unknown as Resolver<
  FormValues,
  unknown,
  UpdateProfileInput
>

/**
 * PRO-07 to PRO-17, OPEN-59: form with the fields that a verified lawyer may change.
 * @param children shown between photo and fields: the data that only support can change
 */
export function EditProfileForm({ profile, children }: { profile: OwnProfile; children: ReactNode }) {
  const form = useForm<FormValues, unknown, UpdateProfileInput>({
    resolver,
    shouldFocusError: false,
    values: valuesOf(profile),
    // When another tab saves, keep the unsaved input of this one.
    resetOptions: { keepDirtyValues: true },
  })
  const [photo, setPhoto] = useState<Blob | null>(null)
  const navigate = useNavigate()
  const { control } = form
  const { errors, isDirty, submitCount } = form.formState
  const formRef = useRef<HTMLFormElement>(null)
  // In document order: react-hook-form's own focus follows the order of registration, which differs.
  useEffect(() => {
    if (submitCount > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])
  const hasUnsavedChanges = useUnsavedChanges(isDirty || photo !== null)

  const save = useSaveProfile()
  const { submit, pending, problem } = useFormSubmit(form, (fields) => save(fields, photo), {
    onDone(saved) {
      form.reset(valuesOf(saved))
      setPhoto(null)
      toast({ kind: 'success', title: 'Perfil actualizado', text: 'Tu información ha sido guardada.' })
    },
    toast: (failure) =>
      // A problem of the picture itself keeps its own title (ONP-16).
      failure.title && [413, 415, 422].includes(failure.status)
        ? { title: failure.title, text: failure.message }
        : { text: failureTextOf(failure, MESSAGES.notSaved) },
  })

  return (
    <form
      ref={formRef}
      method="post"
      noValidate
      onSubmit={submit}
      {...keepAboveBottomBar}
      className={`${bottomBarScrollClass} grid grid-cols-[minmax(0,1fr)] gap-8`}
    >
      <AvatarField
        name={profile.name}
        src={profile.avatarUrl}
        photo={photo}
        onChange={setPhoto}
        disabled={pending}
      />
      {children}
      <FormSection title="Tu consulta">
        <Controller
          control={control}
          name="price"
          render={({ field }) => (
            <PriceField
              {...field}
              label="Precio de la consulta inicial"
              hint="Si la primera consulta es gratuita, escribe 0."
              required
              className="md:max-w-86"
              error={errors.price?.message}
            />
          )}
        />
        <DescriptionField
          label="Descripción profesional"
          rows={5}
          {...registerPrefilled(form, 'description')}
        />
      </FormSection>
      <FormSection
        title="Contacto y dirección"
        text="En tu perfil público se ve solo la comuna. Tu teléfono y tu calle no se muestran."
      >
        <TwoColumns>
          <Controller
            control={control}
            name="phoneNumber"
            render={({ field: { value, onChange, ...field } }) => (
              <PhoneField
                {...field}
                label="Teléfono"
                required
                className="md:col-span-2 md:max-w-86"
                value={toPhoneDigits(value)}
                onChange={(digits) => onChange(toStoredPhone(digits))}
                error={errors.phoneNumber?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="location"
            render={({ field }) => (
              <AddressFields
                location={{
                  value: field.value,
                  onChange: field.onChange,
                  onBlur: field.onBlur,
                  errors: {
                    region: errors.location?.region?.message,
                    commune: errors.location?.commune?.message,
                  },
                }}
                street={registerPrefilled(form, 'addressStreet')}
                number={registerPrefilled(form, 'addressNumber')}
                apartment={registerPrefilled(form, 'addressApartment')}
              />
            )}
          />
        </TwoColumns>
      </FormSection>
      {problem && (
        <Notice kind="danger" live>
          {problem}
        </Notice>
      )}
      <div
        data-bottom-bar=""
        className="sticky bottom-0 z-10 -mx-5 flex gap-3 border-t border-line bg-paper px-5 py-4 max-md:*:flex-1 md:static md:mx-0 md:justify-end md:px-0"
      >
        <Button disabled={pending} onClick={() => navigate('/dashboard')}>
          Cancelar
        </Button>
        <SubmitButton pending={pending} pendingLabel="Guardando…">
          Guardar
        </SubmitButton>
      </div>
      <UnsavedChangesPrompt
        hasUnsavedChanges={hasUnsavedChanges}
        lossText="Se perderán los cambios que hiciste en tu perfil."
      />
    </form>
  )
}

/**
 * Whether leaving the page would lose changes. False once the query cache is cleared, as log-out and account
 * deletion do before they navigate away, so that nobody is asked then.
 */
function useUnsavedChanges(changed: boolean): () => boolean {
  const client = useQueryClient()
  const latest = useRef(changed)
  useEffect(() => {
    latest.current = changed
  })
  return useCallback(() => {
    const { ownProfile } = lawyersQueries()
    return latest.current && client.getQueryData(ownProfile.queryKey()) !== undefined
  }, [client])
}
