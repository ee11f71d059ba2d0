import type { ReactNode } from 'react'
import { NightScene } from '#app/ui/night-scene.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import mascot from '../art/mascot.svg?no-inline'
import sea from '../art/sea.svg?no-inline'

interface EntrySheetProps {
  /** What lies behind the sheet: the night of the landing page with Konpei, or the sea. */
  scene: 'night' | 'sea'
  title: string
  lead?: string
  children: ReactNode
}

/** A sheet of paper in front of a scene: login, signup and the two steps to a new password. */
export function EntrySheet({ scene, title, lead, children }: EntrySheetProps) {
  return (
    <div className={`entry entry-${scene}`}>
      {scene === 'night' ? <NightScene /> : <img className="entry-scene" src={sea} alt="" width="640" height="360" />}
      {scene === 'night' && <img className="entry-mascot" src={mascot} alt="" width="266" height="312" />}
      <div className="wrap">
        <Sheet className="entry-sheet">
          <h1>{title}</h1>
          {lead && <p className="entry-lead">{lead}</p>}
          {children}
        </Sheet>
      </div>
    </div>
  )
}
