import type { ReactNode } from 'react'
import type { Passage, Question, Section } from './passage.ts'
import { type Blanks, Sentences } from './sentences.tsx'

/** A long text with its contents beside it; every heading is an address of its own. */
export function Reading(props: {
  title: string
  lead: string
  /** When it was last changed, as people read it and as programs do. */
  updated?: { words: string; date: string }
  sections: readonly Section[]
  blanks: Blanks
  children?: ReactNode
}) {
  const { title, lead, updated, sections, blanks } = props
  return (
    <div className="wrap page reading">
      <header className="reading-head">
        <h1 className="page-title">{title}</h1>
        <p className="page-lead">{lead}</p>
        {updated && (
          <p className="reading-date">
            Last updated <time dateTime={updated.date}>{updated.words}</time>
          </p>
        )}
      </header>
      <nav className="reading-contents" aria-label="On this page">
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article className="reading-text">
        {sections.map((section) => (
          <Part key={section.id} section={section} blanks={blanks} />
        ))}
        {props.children}
      </article>
    </div>
  )
}

function Part({ section, blanks }: { section: Section; blanks: Blanks }) {
  const { id, title, passages = [], questions = [] } = section
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <a href={`#${id}`}>{title}</a>
      </h2>
      {passages.map((passage, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the passages of a fixed text never move
        <Told key={place} passage={passage} about={title} blanks={blanks} />
      ))}
      {questions.map((each) => (
        <Answered key={each.id} of={each} blanks={blanks} />
      ))}
    </section>
  )
}

function Told({ passage, about, blanks }: { passage: Passage; about: string; blanks: Blanks }) {
  if ('list' in passage) {
    return (
      <ul>
        {passage.list.map((sentence) => (
          <li key={sentence}>
            <Sentences of={[sentence]} blanks={blanks} />
          </li>
        ))}
      </ul>
    )
  }
  if ('kept' in passage) {
    return (
      <table>
        <caption className="visually-hidden">{about}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Until when</th>
          </tr>
        </thead>
        <tbody>
          {passage.kept.map(({ what, until }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{until}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )
  }
  return (
    <p>
      <Sentences of={passage} blanks={blanks} />
    </p>
  )
}

function Answered({ of: { id, question, answer }, blanks }: { of: Question; blanks: Blanks }) {
  return (
    <section id={id} className="reading-question" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <a href={`#${id}`}>{question}</a>
      </h3>
      <p>
        <Sentences of={answer} blanks={blanks} />
      </p>
    </section>
  )
}
