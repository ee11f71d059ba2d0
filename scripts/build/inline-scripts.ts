import { build, type Plugin } from 'vite'

const SUFFIX = '?inline-script'

/**
 * `import text from './script.ts?inline-script'` yields the script as the text of one function call, bundled with its
 * imports, for inlining into the page. Browsers run it from the page, so the client bundle has an empty text instead.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'hoshi:inline-scripts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(SUFFIX)) return null
      const file = await this.resolve(source.slice(0, -SUFFIX.length), importer)
      return file && `${file.id}${SUFFIX}`
    },
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null
      const file = id.slice(0, -SUFFIX.length)
      this.addWatchFile(file)
      const text = this.environment.name === 'client' ? '' : await built(file)
      return `export default ${JSON.stringify(text)}`
    },
  }
}

async function built(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  })
  const [script] = [result].flat().flatMap((each) => ('output' in each ? each.output : []))
  if (script?.type !== 'chunk') throw new Error(`${file} cannot be built as an inline script.`)
  return script.code.trim()
}
