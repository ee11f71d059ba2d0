import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take a minute and more, longest first. Begun last, one of them would keep a processor waiting alone. */
const longest = [
  'real-files.video.test.ts',
  'odd-files.video.test.ts',
  'killed-while-writing.video.test.ts',
  'poison.video.test.ts',
  'every-screen.spec.ts',
  'settings.spec.ts',
  'card-preview.spec.ts',
  'sign-up-to-watching.spec.ts',
]

/** Also for the first run in a fresh clone, where nobody knows yet how long a file takes. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const known = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return known === -1 ? longest.length : known
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}
