# syntax=docker/dockerfile:1
# Amparo for production, with a PostgreSQL of its own beside it: compose.example.yaml. What each setting means:
# docs/operations.md.

# Builds with all dependencies. The bootstrap installs as docs/decisions/0002 says, not with `npm ci`.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --no-audit --no-fund --loglevel=error
COPY . .
RUN node tools/bootstrap.mjs build

# What runs: no compiler, no test, no package of development.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --omit=dev --no-save --no-audit --no-fund --loglevel=error

FROM node:24.21.0-bookworm-slim
WORKDIR /app
# The Node of the packages, the same on every machine, before that of the image.
ENV NODE_ENV=production \
    PATH=/app/node_modules/node/bin:$PATH \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY db ./db
COPY src ./src
COPY --from=build /app/build ./build
# Uploaded files, unless FILES_URL says elsewhere, and copies. Everything else of the image is root's and never written.
RUN install -d -o node -g node -m 0700 /data /backups
USER node
VOLUME /data
EXPOSE 3000
# That the process answers: while the database is away a new container would help nobody (/readyz tells of that).
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM: no new requests, those under way end (8 s), then jobs, then the database. The process is the first of its
# container and listens for the signal itself.
STOPSIGNAL SIGTERM
CMD ["node", "src/server/start.ts"]
