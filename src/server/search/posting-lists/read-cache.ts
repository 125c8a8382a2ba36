import { runDetached } from '../../platform/db/request-signal.ts'
import { sequenceOf } from '../doc-number.ts'

/** The text of a document that scoring compares. */
export type DocumentText = { doc: number; product_id: string; title_en: string; title_sv: string; numbers: string }

export type Texts = Pick<ReadonlyMap<number, DocumentText>, 'get'>

/** Answers that are kept; more than this are forgotten all at once. */
const maxAnswers = 1_000
/** Documents of which the text is kept at least; those used last stay. */
const leastTexts = 2_048

/**
 * Texts that were used lately, and those used before them: when there are enough of the first, they take the place of
 * the others. So a text that is used again is noted once, and nothing is put in order.
 */
class RecentTexts implements Texts {
  #recent: Map<number, DocumentText>
  #before: Map<number, DocumentText>

  constructor(recent = new Map<number, DocumentText>(), before = new Map<number, DocumentText>()) {
    this.#recent = recent
    this.#before = before
  }

  get(doc: number): DocumentText | undefined {
    return this.#recent.get(doc) ?? this.#before.get(doc)
  }

  note(text: DocumentText): void {
    if (this.#recent.has(text.doc)) return
    if (this.#recent.size >= leastTexts) {
      this.#before = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(text.doc, text)
  }

  /** The same without the documents with these `seq`. */
  without(seqs: ReadonlySet<number>): RecentTexts {
    const others = (texts: Map<number, DocumentText>) =>
      new Map([...texts].filter(([doc]) => !seqs.has(sequenceOf(doc))))
    return new RecentTexts(others(this.#recent), others(this.#before))
  }
}

/**
 * What searches have read from tables that change together with the index: who changes them notes a change of the
 * index in the same transaction. It is forgotten at each noted change, so that it is as new as the lists of terms.
 */
export class ReadCache {
  #answers = new Map<string, Promise<unknown>>()
  #texts = new RecentTexts()

  /** Returns the answer that was read under a key since the last change, or reads it; failures are not kept. */
  remember<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#answers.get(key)
    if (known) return known as Promise<Value>
    const answers = this.#answers
    if (answers.size >= maxAnswers) answers.clear()
    const answer = runDetached(read)
    answers.set(key, answer)
    answer.catch(() => answers.delete(key))
    return answer
  }

  has(key: string): boolean {
    return this.#answers.has(key)
  }

  /** Reads texts without a query; undefined where that is not possible. */
  textOf: (doc: number) => DocumentText | undefined = () => undefined

  /** The texts that are known now; what a later change changes is not taken out of them. */
  get texts(): Texts {
    return this.#texts
  }

  /** Keeps texts that were read, or used again, after `texts` was asked for. */
  keep(texts: Texts, used: readonly DocumentText[]): void {
    // After a change they may be old.
    if (texts !== this.#texts) return
    for (const text of used) this.#texts.note(text)
  }

  /** Forgets what a change of these documents may have changed. */
  forget(seqs: Iterable<number>): void {
    this.#answers = new Map()
    this.#texts = this.#texts.without(new Set(seqs))
  }
}
