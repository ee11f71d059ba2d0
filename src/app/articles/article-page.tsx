import type { ReactNode } from 'react'
import type { Block, Question, Section } from './article.ts'
import { adaptToContact } from './no-contact-sentences.ts'
import { type Placeholders, Sentences } from './sentences.tsx'

/** A part of an article that is no fixed text. */
interface ArticlePart {
  /** Name of its anchor. */
  id: string
  title: string
  content: ReactNode
}

/** An article with its table of contents; every heading links to its own anchor. */
export function ArticlePage(props: {
  title: string
  lead: string
  /** Date of the last change, formatted and in ISO 8601. */
  updated?: { label: string; date: string }
  /** Shown before the sections. */
  parts?: readonly ArticlePart[]
  sections: readonly Section[]
  placeholders: Placeholders
  children?: ReactNode
}) {
  const { title, lead, updated, parts = [], placeholders } = props
  const sections = adaptToContact(placeholders.supportEmail, props.sections)
  return (
    <div className="wrap page reading">
      <header className="reading-head">
        <h1>{title}</h1>
        <p className="page-lead">{lead}</p>
        {updated && (
          <p className="reading-date">
            Last updated <time dateTime={updated.date}>{updated.label}</time>
          </p>
        )}
      </header>
      <nav className="reading-contents" aria-label="On this page">
        <ol>
          {[...parts, ...sections].map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article className="reading-text">
        {parts.map(({ id, title, content }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <SectionTitle id={id} title={title} />
            {content}
          </section>
        ))}
        {sections.map((section) => (
          <ArticleSection key={section.id} section={section} placeholders={placeholders} />
        ))}
        {props.children}
      </article>
    </div>
  )
}

function ArticleSection({ section, placeholders }: { section: Section; placeholders: Placeholders }) {
  const { id, title, blocks = [], questions = [] } = section
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <SectionTitle id={id} title={title} />
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a fixed text never move
        <ContentBlock key={index} block={block} caption={title} placeholders={placeholders} />
      ))}
      {questions.map((each) => (
        <QuestionAnswer key={each.id} of={each} placeholders={placeholders} />
      ))}
    </section>
  )
}

function SectionTitle({ id, title }: Pick<ArticlePart, 'id' | 'title'>) {
  return (
    <h2 id={`${id}-title`}>
      <a href={`#${id}`}>{title}</a>
    </h2>
  )
}

function ContentBlock({ block, caption, placeholders }: { block: Block; caption: string; placeholders: Placeholders }) {
  if ('list' in block) {
    return (
      <ul>
        {block.list.map((sentence) => (
          <li key={sentence}>
            <Sentences of={[sentence]} placeholders={placeholders} />
          </li>
        ))}
      </ul>
    )
  }
  if ('retention' in block) {
    return (
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Until when</th>
          </tr>
        </thead>
        <tbody>
          {block.retention.map(({ what, until }) => (
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
      <Sentences of={block} placeholders={placeholders} />
    </p>
  )
}

function QuestionAnswer({ of: { id, question, answer }, placeholders }: { of: Question; placeholders: Placeholders }) {
  return (
    <section id={id} className="reading-question" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <a href={`#${id}`}>{question}</a>
      </h3>
      <p>
        <Sentences of={answer} placeholders={placeholders} />
      </p>
    </section>
  )
}
