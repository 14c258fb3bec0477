import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'
import { type Failure, failureOf } from '../../platform/rpc/client.ts'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import { showFailure } from './show-failure.ts'

type ToastText = Parameters<ReturnType<typeof useFailureToast>['show']>[0]

export interface FormSubmitOptions<Input extends FieldValues, Answer> {
  onAnswer?(answer: Answer): void | Promise<void>
  /** Toast for a failure; null if the failure is handled elsewhere and the form shows nothing. */
  failureToast(failure: Failure): ToastText | null
  /** Toast for invalid input. Without it, only the fields show the errors. */
  invalidToast?(errors: FieldErrors<Input>): ToastText | undefined
  /** Dismiss the toast on unmount. Not in forms that need a session, so that the toast stays on /login. */
  dismissOnUnmount?: boolean
}

/**
 * Submit handler of a form: validates, sends, and shows a failure in the form and as a toast, which the next
 * attempt dismisses. Keeps the input on failure.
 * @param send the operation
 * @returns the form's `onSubmit`
 */
export function useFormSubmit<Input extends FieldValues, Answer>(
  form: UseFormReturn<Input>,
  send: (input: Input) => Promise<Answer>,
  options: FormSubmitOptions<Input, Answer>,
) {
  const toasts = useFailureToast({ dismissOnUnmount: options.dismissOnUnmount })
  return form.handleSubmit(
    async (input) => {
      toasts.dismiss()
      try {
        const answer = await send(input)
        await options.onAnswer?.(answer)
      } catch (error) {
        const failure = failureOf(error)
        const toastText = options.failureToast(failure)
        if (!toastText) return
        showFailure(form, failure)
        toasts.show(toastText)
      }
    },
    (errors) => {
      const toastText = options.invalidToast?.(errors)
      if (toastText) toasts.show(toastText)
    },
  )
}
