import type { ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import mascot from '../art/mascot.svg?no-inline'

/** How far a creator without episodes has come. */
export interface FirstStepsData {
  name: string
  /** Whether the profile has a picture and a text. */
  hasProfile: boolean
  hasSupportLink: boolean
}

/** Greets a new creator, with the three steps to the first episode. */
export function FirstSteps({ name, hasProfile, hasSupportLink }: FirstStepsData) {
  const done = Number(hasProfile) + Number(hasSupportLink)
  return (
    <section className="first-steps" aria-labelledby="first-steps-title">
      <div className="first-steps-head row cluster gap-5">
        <img src={mascot} alt="" width="90" height="106" />
        <div>
          <h2 id="first-steps-title">Welcome, {name}</h2>
          <p>No content uploaded yet. Start by uploading your first anime!</p>
        </div>
        <p className="first-steps-count">{done} of 3 done</p>
      </div>
      <ol>
        <Step number={1} title="Show who you are" text="Add a picture and two sentences. They open your profile.">
          <Settled isDone={hasProfile} path="/settings" action="Edit Profile" />
        </Step>
        <Step number={2} title="Add a support link" text="Patreon, Ko-fi or any other. Hoshi takes no commission.">
          <Settled isDone={hasSupportLink} path="/settings" action="Add a Link" />
        </Step>
        <Step number={3} title="Upload your first episode" text="Ten minutes or shorter. MP4, WebM or MOV.">
          <Link className="button button-primary" to="/upload">
            <Icon name="up" />
            Upload
          </Link>
        </Step>
      </ol>
    </section>
  )
}

function Step({ number, title, text, children }: { number: number; title: string; text: string; children: ReactNode }) {
  return (
    <li>
      <PaperCard className="first-step column">
        <span className="first-step-number middle figures" aria-hidden="true">
          {number}
        </span>
        <h3>{title}</h3>
        <p>{text}</p>
        <div className="first-step-action row cluster gap-3">{children}</div>
      </PaperCard>
    </li>
  )
}

/** The way to a step in Settings; once it is done, a mark and the way to change it. */
function Settled({ isDone, path, action }: { isDone: boolean; path: string; action: string }) {
  if (!isDone)
    return (
      <Link className="button" to={path}>
        {action}
      </Link>
    )
  return (
    <>
      <span className="first-step-done row gap-1">
        <Icon name="check" />
        Done
      </span>
      <Link className="link" to={path}>
        Change
      </Link>
    </>
  )
}
