import type { Db } from '../database/database.server.ts'

/** Groups of kinds, each with an icon in the list of notices and a line in a person's preferences. */
export type NoticeCategory =
  | 'messages'
  | 'updates'
  | 'documents'
  | 'tasks'
  | 'proposals'
  | 'ending'
  | 'reviews'
  | 'account'

/** What every notice's facts have. */
export interface NoticeFacts {
  /** Title of the case, as this person may see it. */
  about: string | null
}

/** One kind of notice. The kinds of a slice are in its file `notices.server.ts`. */
export interface NoticeKind<Facts extends NoticeFacts> {
  category: NoticeCategory
  /** What happened, in one sentence. */
  sentence(facts: Facts): string
  /** SEG-64: subject of its e-mail. */
  subject: string | ((facts: Facts) => string)
  /** What its e-mail asks to do, before the link; without it «Ábrelo en Amparo». */
  callToAction?: string
  /**
   * SEG-64: the sentence of its e-mail where it differs: after «Hola, {nombre}: », without final full stop, with the
   * title of the case, and never with words of a message, update, task or document. Without it: `sentence` and the
   * title.
   */
  mailSentence?(facts: Facts): string
  /** Whether it is still due when its e-mail leaves; without it: yes. */
  isStillDue?(facts: Facts): boolean
  /** Whether it has «Leer» and «Entendido», instead of being a link that marks it as read (DAT-33). */
  isAcknowledged?: boolean
  /** Whether it has an e-mail only, because Amparo shows the same in another place. */
  isMailOnly?: boolean
  /** The page that the notice leads to, and the conversation to open there. */
  target(facts: Facts): { path: string; chatId?: string }
}

/** The facts by `ref`, with today's names. Without an entry for what this person may not see (any more). */
export type ReadFacts<Facts extends NoticeFacts> = (
  db: Db,
  userId: string,
  refs: readonly string[],
) => Promise<ReadonlyMap<string, Facts>>

/** The kinds of one slice, with the reader of their facts. */
export interface NoticeSource<Facts extends NoticeFacts = NoticeFacts> {
  kinds: Readonly<Record<string, NoticeKind<Facts>>>
  readFacts: ReadFacts<Facts>
}

/** A notice as its reader sees it. */
export interface NoticeText {
  category: NoticeCategory
  sentence: string
  about: string | null
  path: string
  chatId: string | null
  isAcknowledged: boolean
  /** Of its e-mail: the sentence has no full stop at its end. */
  mail: { subject: string; sentence: string; callToAction: string; isStillDue: boolean }
}

/** The kinds of all slices. */
export interface NoticeKinds {
  /** Texts by id for rows of notices of one person. A notice that cannot be shown has no entry. */
  read(
    db: Db,
    userId: string,
    notices: readonly { id: string; kind: string; ref: string }[],
  ): Promise<ReadonlyMap<string, NoticeText>>
  /** Null for an unknown kind. */
  categoryOf(kind: string): NoticeCategory | null
  /** The kinds that are not listed in Amparo, for somebody who hides these categories. */
  unlisted(hiddenCategories: readonly string[]): string[]
}

/** Joins the sources of all slices. @throws if two have a kind of the same name */
export function joinNoticeKinds(sources: readonly NoticeSource[]): NoticeKinds {
  const byKind = new Map<string, NoticeSource>()
  for (const source of sources)
    for (const kind of Object.keys(source.kinds)) {
      if (byKind.has(kind)) throw new Error(`two kinds of notice are called ${kind}`)
      byKind.set(kind, source)
    }
  const findKind = (name: string) => byKind.get(name)?.kinds[name]
  return {
    async read(db, userId, notices) {
      const texts = new Map<string, NoticeText>()
      for (const [source, own] of Map.groupBy(notices, ({ kind }) => byKind.get(kind))) {
        if (!source) continue
        const facts = await source.readFacts(
          db,
          userId,
          own.map(({ ref }) => ref),
        )
        for (const { id, kind: name, ref } of own) {
          const [kind, found] = [source.kinds[name], facts.get(ref)]
          if (kind && found) texts.set(id, toText(kind, found))
        }
      }
      return texts
    },
    categoryOf: (name) => findKind(name)?.category ?? null,
    unlisted: (hiddenCategories) =>
      [...byKind.keys()].filter((name) => {
        const kind = findKind(name)
        return kind?.isMailOnly === true || hiddenCategories.includes(kind?.category ?? '')
      }),
  }
}

function toText(kind: NoticeKind<NoticeFacts>, facts: NoticeFacts): NoticeText {
  const { path, chatId = null } = kind.target(facts)
  const sentence = kind.sentence(facts)
  const titled = facts.about === null ? '' : ` en ${quoteTitle(facts.about)}`
  return {
    category: kind.category,
    sentence,
    about: facts.about,
    path,
    chatId,
    isAcknowledged: kind.isAcknowledged ?? false,
    mail: {
      subject: typeof kind.subject === 'string' ? kind.subject : kind.subject(facts),
      sentence: kind.mailSentence?.(facts) ?? sentence.replace(/\.$/, '') + titled,
      callToAction: kind.callToAction ?? 'Ábrelo en Amparo',
      isStillDue: kind.isStillDue?.(facts) ?? true,
    },
  }
}

/** The title of a case in a sentence (SEG-64). */
export const quoteTitle = (title: string): string => `“${title}”`

/** A source of notices, with its facts' type erased. */
export const noticeSource = <Facts extends NoticeFacts>(
  kinds: Readonly<Record<string, NoticeKind<Facts>>>,
  readFacts: ReadFacts<Facts>,
): NoticeSource => ({ kinds, readFacts }) as unknown as NoticeSource
