// The framework's own way to send files, as its documentation shows it: a folder and a port of loopback.
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const [root = '.', port = '0'] = process.argv.slice(2)
const app = new Hono()
app.use('*', serveStatic({ root }))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(port) })
