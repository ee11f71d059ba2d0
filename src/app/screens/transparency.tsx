import { ArticlePage } from '#app/articles/article-page.tsx'
import { transparency } from '#app/articles/transparency.ts'
import { hoshiContext } from '#app/http/context.ts'
import { sharedHead } from '#app/http/head.ts'
import { PageLayout } from '#app/layout/page-layout.tsx'
import { decisionWords } from '#app/messages/decisions.ts'
import { ruleName } from '#app/messages/rules.ts'
import { meanTime, quarterName, quarterWords } from '#app/messages/transparency.ts'
import { formatCount } from '#app/ui/format.ts'
import { decisions } from '#moderation/decision.ts'
import { ruleIds } from '#moderation/rules.ts'
import { isQuiet, type Quarter } from '#moderation/transparency.ts'
import type { Route } from './+types/transparency'
import '../styles/site-pages.css'

const lead = 'How many reports Hoshi gets, what moderators decide and how appeals end.'

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, { title: 'Transparency', description: lead, path: '/transparency' })

export async function loader({ context }: Route.LoaderArgs) {
  const { moderation, supportEmail } = context.get(hoshiContext)
  return { quarters: await moderation.transparency.quarters(), supportEmail }
}

export default function Transparency({ loaderData }: Route.ComponentProps) {
  const { quarters, supportEmail } = loaderData
  return (
    <PageLayout>
      <ArticlePage
        title="Transparency"
        lead={lead}
        parts={quarters.map((quarter) => ({
          id: `from-${quarter.startsOn}`,
          title: quarterName(quarter.startsOn),
          content: <Figures quarter={quarter} />,
        }))}
        sections={transparency}
        placeholders={{ supportEmail }}
      />
    </PageLayout>
  )
}

function Figures({ quarter }: { quarter: Quarter }) {
  const { reports, decisions: made, rules, appeals, meanHours, isOver } = quarter
  const inAll = Object.values(made).reduce((sum, count) => sum + count, 0)
  return (
    <>
      {!isOver && <p>{quarterWords.present}</p>}
      {isQuiet(quarter) ? (
        <p>{quarterWords.nothing}</p>
      ) : (
        <>
          <FigureTable
            caption={quarterName(quarter.startsOn)}
            rows={[
              [quarterWords.reports, formatCount(reports)],
              [quarterWords.decisions, formatCount(inAll)],
              [quarterWords.takedowns, formatCount(made.takedown ?? 0)],
              [quarterWords.meanTime, meanTime(meanHours)],
              [quarterWords.appeals, formatCount(appeals.sent)],
              [quarterWords.upheld, formatCount(appeals.upheld)],
              [quarterWords.reversed, formatCount(appeals.reversed)],
            ]}
          />
          <FigureTable
            caption={quarterWords.byKind}
            isTitled
            rows={decisions.map((kind) => [decisionWords[kind].done, made[kind]])}
          />
          <FigureTable caption={quarterWords.byRule} isTitled rows={ruleIds.map((id) => [ruleName(id), rules[id]])} />
        </>
      )}
    </>
  )
}

interface FigureTableProps {
  caption: string
  /** Whether the caption is shown. */
  isTitled?: boolean
  /** A row without a figure is left out. */
  rows: readonly (readonly [name: string, figure: string | number | undefined])[]
}

function FigureTable({ caption, isTitled = false, rows }: FigureTableProps) {
  const shown = rows.filter(([, figure]) => figure !== undefined)
  if (shown.length === 0) return null
  return (
    <table className="reading-figures">
      <caption className={isTitled ? undefined : 'visually-hidden'}>{caption}</caption>
      <tbody>
        {shown.map(([name, figure]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{typeof figure === 'number' ? formatCount(figure) : figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
