import type { ReactNode } from 'react'
import { NightScene } from '#app/ui/night-scene.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import mascot from '../art/mascot.svg?no-inline'
import sea from '../art/sea.svg?no-inline'

interface AuthCardProps {
  /** Behind the card: the night scene of the landing page with the mascot, or the sea. */
  scene: 'night' | 'sea'
  title: string
  lead?: string
  children: ReactNode
}

/** A paper card in front of a scene: login, signup and the two steps of a password reset. */
export function AuthCard({ scene, title, lead, children }: AuthCardProps) {
  return (
    <div className={`entry entry-${scene}`}>
      {scene === 'night' ? <NightScene /> : <img className="entry-scene" src={sea} alt="" width="640" height="360" />}
      {scene === 'night' && <img className="entry-mascot" src={mascot} alt="" width="266" height="312" />}
      <div className="wrap">
        <PaperCard className="entry-card">
          <h1>{title}</h1>
          {lead && <p className="entry-lead">{lead}</p>}
          {children}
        </PaperCard>
      </div>
    </div>
  )
}
