import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { iconButtonClass } from '../actions/button-style.ts'
import { classNames } from '../theme/class-names.ts'
import { useInertBackground } from './use-inert-background.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Screen readers read it after the title. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom: in a row; on phones stacked, with the last one on top, and always in view. */
  actions?: ReactNode
  /** Escape, outside presses and «Cerrar» do nothing: for work in progress that must not be interrupted. */
  locked?: boolean | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Where the focus goes on closing, when the element that opened it is gone. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
}

const fade = 'transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0'
const sheet =
  'max-md:max-h-[calc(100dvh-1.5rem)] max-md:rounded-b-none max-md:overflow-y-auto ' +
  'max-md:data-ending-style:translate-y-full max-md:data-starting-style:translate-y-full'
const bottomSpace = 'max-md:pb-[calc(1.5rem+env(safe-area-inset-bottom))]'
const centred =
  'md:data-ending-style:translate-y-2 md:data-ending-style:opacity-0 md:data-starting-style:translate-y-2 md:data-starting-style:opacity-0'

/**
 * A modal dialog; on phones a bottom sheet. Base UI handles focus, Escape, scroll lock and the return of the
 * focus. Pages load their dialogs with `useLazyDialog`.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  locked,
  ...focus
}: DialogProps) {
  useInertBackground(open)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        // A press on a toast does not count as a press outside.
        const target = details.event.target
        const onToast = target instanceof Element && target.closest('[data-toasts]') !== null
        if (locked || (details.reason === 'outside-press' && onToast)) details.cancel()
        else onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={classNames('fixed inset-0 z-40 bg-scrim', fade)} />
        <Base.Viewport className="fixed inset-0 z-40 grid items-end justify-items-stretch overflow-y-auto md:place-items-center md:p-5">
          <Base.Popup
            {...focus}
            data-sheet=""
            className={classNames(
              'relative grid w-full grid-cols-[minmax(0,1fr)] rounded-xl bg-surface px-5 pt-6 text-ink shadow-raise outline-none md:max-w-dialog md:p-8',
              'transition duration-200 ease-out',
              sheet,
              !actions && bottomSpace,
              centred,
            )}
          >
            <Base.Title className="pr-11 text-[1.625rem]/8">{title}</Base.Title>
            {description && <Base.Description className="mt-2 text-muted">{description}</Base.Description>}
            {children && <div className="mt-5">{children}</div>}
            {actions && (
              <div
                className={classNames(
                  'flex flex-col-reverse gap-3 max-md:sticky max-md:bottom-0 max-md:-mx-5 max-md:mt-3 max-md:bg-surface max-md:px-5 max-md:pt-3 md:mt-6 md:flex-row md:justify-end',
                  bottomSpace,
                )}
              >
                {actions}
              </div>
            )}
            {/* Last in tab order, so that the content comes first. */}
            <Base.Close
              aria-label="Cerrar"
              disabled={locked ?? false}
              className={iconButtonClass('md', 'absolute top-4.5 right-2.5 md:top-6.5 md:right-5.5')}
            >
              <X aria-hidden="true" className="size-5.5" />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
