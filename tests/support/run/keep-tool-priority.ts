import { toolNiceness } from '#video/media/ffmpeg/tool-sandbox.server.ts'

// Tests wait for media tools: at the product's low priority, any other load would starve exactly what they wait for.
Object.assign(toolNiceness, { normal: 0, low: 0 })
