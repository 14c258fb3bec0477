import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { matchesQuery } from '../../../ui/lists/fold.ts'
import { Highlighted } from '../../../ui/lists/highlighted.tsx'
import { nextIndex } from '../../../ui/lists/list-keys.ts'
import { Popup } from '../../../ui/overlays/popup.tsx'
import { quickRepliesQueries } from '../queries.ts'
import { fillReply } from '../rules.ts'
import { MESSAGES, type QuickReply } from '../schema.ts'
import { QuickRepliesDialog } from './quick-replies-dialog.tsx'

interface QuickRepliesProps {
  open: boolean
  onOpenChange(open: boolean): void
  anchor: RefObject<HTMLButtonElement | null>
  partnerName: string
  insert(text: string): void
}

/** SEG-74: the list to choose from, and the dialog in which it is edited. */
export function QuickReplies({ open, onOpenChange, anchor, partnerName, insert }: QuickRepliesProps) {
  const [editing, setEditing] = useState(false)
  const query = useQuery({
    ...quickRepliesQueries().list.queryOptions({ input: {} }),
    // Another device may have changed them, which sends no event.
    staleTime: 0,
    enabled: open || editing,
  })
  const edit = () => {
    onOpenChange(false)
    setEditing(true)
  }
  const close = (back: boolean) => {
    onOpenChange(false)
    if (back) anchor.current?.focus()
  }
  return (
    <>
      {open && (
        <Popup
          anchor={anchor}
          onLeave={() => close(false)}
          maxHeight={420}
          className="w-[min(30rem,calc(100vw-1.25rem))]"
        >
          <Choice onClose={close} onEdit={edit}>
            {(text, list) => (
              <Loaded query={query} failed={MESSAGES.failed} label="Cargando respuestas…" className="p-4">
                {({ replies }) =>
                  replies.length === 0 ? (
                    <NoReplies onCreate={edit} />
                  ) : (
                    <Replies
                      list={list}
                      replies={replies.filter(({ title, text: body }) =>
                        matchesQuery(`${title} ${body}`, text),
                      )}
                      query={text}
                      onChoose={(reply) => {
                        close(false)
                        insert(fillReply(reply.text, partnerName))
                      }}
                    />
                  )
                }
              </Loaded>
            )}
          </Choice>
        </Popup>
      )}
      <QuickRepliesDialog
        open={editing}
        onOpenChange={setEditing}
        finalFocus={anchor}
        replies={query.data?.replies ?? []}
      />
    </>
  )
}

interface ChoiceProps {
  /** @param back whether to return the focus to the button */
  onClose(back: boolean): void
  onEdit(): void
  children(text: string, list: RefObject<HTMLUListElement | null>): React.ReactNode
}

/** Heading and search. The arrow keys move between the search and the replies, Escape closes. */
function Choice({ onClose, onEdit, children }: ChoiceProps) {
  const id = useId()
  const [text, setText] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => search.current?.focus({ preventScroll: true }), [])
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      return onClose(true)
    }
    const inSearch = event.target === search.current
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    if (event.key === 'Enter' && inSearch) {
      // Within the composer's form: it must not send the message.
      event.preventDefault()
      return buttons[0]?.click()
    }
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'ArrowUp' && at === 0) {
      event.preventDefault()
      return search.current?.focus()
    }
    if (inSearch && event.key !== 'ArrowDown') return
    const to = nextIndex(event.key, at, buttons.length, false)
    if (to === undefined) return
    event.preventDefault()
    buttons[to]?.focus()
  }
  return (
    <div
      ref={box}
      role="dialog"
      aria-labelledby={id}
      onKeyDown={handleKey}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !box.current?.contains(relatedTarget)) onClose(false)
      }}
      className="flex min-h-0 flex-col"
    >
      <div className="flex items-center justify-between gap-3 py-2 pr-2.5 pl-4.5">
        <h3 id={id} className="text-h4">
          Respuestas rápidas
        </h3>
        <Button size="sm" variant="quiet" onClick={onEdit}>
          Editar
        </Button>
      </div>
      <label className="flex min-h-11 items-center gap-2.5 border-y border-line px-4.5 has-focus-visible:bg-sunken">
        <Search aria-hidden="true" className="size-4.5 flex-none text-muted" />
        <span className="sr-only">Buscar una respuesta</span>
        <input
          ref={search}
          type="search"
          value={text}
          autoComplete="off"
          placeholder="Buscar…"
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 flex-1 bg-transparent py-2 text-body/6 text-ink outline-none placeholder:text-muted"
        />
      </label>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children(text, list)}</div>
    </div>
  )
}

interface RepliesProps {
  list: RefObject<HTMLUListElement | null>
  replies: readonly QuickReply[]
  query: string
  onChoose(reply: QuickReply): void
}

function Replies({ list, replies, query, onChoose }: RepliesProps) {
  if (replies.length === 0) return <p className="px-4.5 py-4 text-small text-muted">Sin resultados.</p>
  return (
    <ul ref={list} aria-label="Respuestas">
      {replies.map((reply) => (
        <li key={reply.id} className="border-b border-line last:border-b-0">
          <button
            type="button"
            onClick={() => onChoose(reply)}
            className="block min-h-11 w-full px-4.5 py-2.5 text-left outline-none hover:bg-primary-soft focus-visible:bg-primary-soft forced-colors:focus-visible:outline-2"
          >
            <span className="block truncate font-semibold">
              <Highlighted text={reply.title} query={query} />
            </span>
            <span className="block truncate text-small text-muted">{reply.text}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const NoReplies = ({ onCreate }: { onCreate(): void }) => (
  <div className="grid justify-items-start gap-3 px-4.5 py-4">
    <p className="text-small text-muted">
      {MESSAGES.none} Guarda un texto que escribes seguido y ponlo en tus mensajes cuando quieras.
    </p>
    <Button size="sm" onClick={onCreate}>
      Crear respuesta
    </Button>
  </div>
)
