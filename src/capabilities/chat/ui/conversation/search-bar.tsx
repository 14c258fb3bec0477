import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { failureOf } from '../../../../platform/rpc/client.ts'
import { IconButton } from '../../../../ui/actions/icon-button.tsx'
import { frameClass, inputClass } from '../../../../ui/fields/text-field.tsx'
import { classNames } from '../../../../ui/theme/class-names.ts'
import { MESSAGES } from '../../schema.ts'
import type { MessageSearch } from './use-message-search.ts'

const iconClass = 'size-5'

/** SEG-73: «Buscar en la conversación». Enter goes to the next older message, Shift+Enter back. */
export function SearchBar({ search, onClose }: { search: MessageSearch; onClose(): void }) {
  const { typed, setTyped, text, found, total, at, isPending, error, step } = search
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const status = error
    ? failureOf(error).message
    : text === '' || (isPending && total === 0)
      ? ''
      : total === 0
        ? MESSAGES.noneFound
        : `${at + 1} de ${total}`
  return (
    <search className="flex items-center gap-1 border-b border-line bg-paper px-3 py-2 md:px-7">
      <div className={classNames(frameClass, 'min-h-11 min-w-0')}>
        <Search aria-hidden="true" className="ml-3.5 size-4.5 flex-none text-muted" />
        <input
          ref={input}
          type="search"
          value={typed}
          maxLength={100}
          aria-label="Buscar en la conversación"
          placeholder="Buscar…"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose()
            else if (event.key === 'Enter' && found.length > 0) step(event.shiftKey ? -1 : 1)
            else return
            event.preventDefault()
          }}
          className={classNames(inputClass, '[&::-webkit-search-cancel-button]:hidden')}
        />
        <span role="status" className="flex-none pr-3.5 text-small text-muted tabular-nums">
          {status}
        </span>
      </div>
      <IconButton
        label="Resultado anterior en el tiempo"
        disabled={found.length < 2}
        icon={<ChevronUp aria-hidden="true" className={iconClass} />}
        onClick={() => step(1)}
      />
      <IconButton
        label="Resultado siguiente en el tiempo"
        disabled={found.length < 2}
        icon={<ChevronDown aria-hidden="true" className={iconClass} />}
        onClick={() => step(-1)}
      />
      <IconButton
        label="Cerrar la búsqueda"
        icon={<X aria-hidden="true" className={iconClass} />}
        onClick={onClose}
      />
    </search>
  )
}
