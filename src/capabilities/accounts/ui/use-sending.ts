import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'
import { type Failure, failureOf } from '../../../platform/rpc/client.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { showFailure } from './show-failure.ts'

type Words = Parameters<ReturnType<typeof useFailureToast>['say']>[0]

export interface Sending<Input extends FieldValues, Answer> {
  done?(answer: Answer): void | Promise<void>
  /** The toast of a failure; null when it is dealt with otherwise, and the form has nothing to say. */
  failed(failure: Failure): Words | null
  /** The toast when the form's own check refuses it; without, its fields alone say so. */
  invalid?(errors: FieldErrors<Input>): Words | undefined
  /** Its toast goes when the page is left; not where a session may have ended, which is read on /login. */
  goesWithForm?: boolean
}

/**
 * What the forms of an account do with what was typed: send it, and say a failure beside its field or above the button,
 * and as a toast, which the next try takes back. What was typed stays. Gives the form's `onSubmit`.
 * @param send the operation
 */
export function useSending<Input extends FieldValues, Answer>(
  form: UseFormReturn<Input>,
  send: (input: Input) => Promise<Answer>,
  { done, failed, invalid, goesWithForm }: Sending<Input, Answer>,
) {
  const toasts = useFailureToast({ goesWithForm })
  return form.handleSubmit(
    async (input) => {
      toasts.takeBack()
      try {
        const answer = await send(input)
        await done?.(answer)
      } catch (error) {
        const failure = failureOf(error)
        const words = failed(failure)
        if (!words) return
        showFailure(form, failure)
        toasts.say(words)
      }
    },
    (errors) => {
      const words = invalid?.(errors)
      if (words) toasts.say(words)
    },
  )
}
