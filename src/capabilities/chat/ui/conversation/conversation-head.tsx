import { ArrowLeft, Search } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '../../../../ui/actions/button.tsx'
import { IconButton } from '../../../../ui/actions/icon-button.tsx'
import { Avatar } from '../../../../ui/display/avatar.tsx'
import { classNames } from '../../../../ui/theme/class-names.ts'
import type { Chat } from '../../schema.ts'
import { isPhone } from '../is-phone.ts'
import { BlockButton } from './block-button.tsx'

/** The partner, with links and actions (CHA-02). */
export function ConversationHead({
  chat,
  headIcons,
  conversationActions,
  subject,
  search,
  onBack,
}: {
  chat: Chat
  /** Icons of other slices. */
  headIcons: ReactNode
  /** SEG-75: buttons of other slices; none takes no place. */
  conversationActions: ReactNode
  /** Below the partner's name. */
  subject: ReactNode
  /** SEG-73. */
  search: { button: Ref<HTMLButtonElement>; isOpen: boolean; open(): void }
  onBack(): void
}) {
  const { partner, side, case_id } = chat
  const name = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // On phones the composer does not take the focus; a screen reader then announces the partner's name.
    if (isPhone()) name.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="flex flex-wrap items-center gap-x-2.5 gap-y-2 border-b border-line py-2 pr-3 pl-1 md:flex-nowrap md:gap-3.5 md:px-7 md:py-3.5">
      <IconButton
        label="Volver a los chats"
        icon={<ArrowLeft aria-hidden="true" className="size-5.5" />}
        onClick={onBack}
        className="md:hidden"
      />
      <div className="relative flex min-w-0 flex-1 items-center gap-2.5 md:gap-3.5">
        <Avatar name={partner.name} src={partner.avatar_url} size={44} />
        <div className="min-w-0">
          <h2
            ref={name}
            tabIndex={-1}
            className="truncate font-sans text-body/5.5 font-semibold outline-none"
          >
            {partner.name}
          </h2>
          {partner.id !== null && <p className="truncate text-small text-muted">{subject}</p>}
        </div>
        {/* On phones, instead of the button. */}
        {side === 'client' && partner.id && (
          <Link to={`/lawyer/${partner.id}`} className="absolute inset-0 rounded-m md:hidden">
            <span className="sr-only">Ver Perfil</span>
          </Link>
        )}
      </div>
      <IconButton
        ref={search.button}
        label="Buscar en la conversación"
        aria-expanded={search.isOpen}
        icon={<Search aria-hidden="true" className="size-5" />}
        onClick={search.open}
        className="print:hidden"
      />
      {partner.id !== null && <BlockButton chat={chat} />}
      {partner.id !== null && headIcons}
      <div
        className={classNames(
          'flex flex-wrap gap-2',
          // On phones they do not fit next to the name.
          (side === 'lawyer' || case_id !== null) &&
            partner.id !== null &&
            'max-md:w-full max-md:pb-1 max-md:pl-3 max-md:*:flex-1',
        )}
      >
        {case_id && (
          <ButtonLink to={`/case/${case_id}`} size="sm">
            Ver Causa
          </ButtonLink>
        )}
        {side === 'client' && partner.id && (
          <ButtonLink to={`/lawyer/${partner.id}`} size="sm" className="max-md:hidden">
            Ver Perfil
          </ButtonLink>
        )}
        {partner.id !== null && conversationActions}
      </div>
    </header>
  )
}
