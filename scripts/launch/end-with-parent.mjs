// Loaded into the server before its own code: a launcher that was killed cannot pass a signal on, and a server that
// stays behind would hold the port against the next start.
const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 250)
watch.unref()
