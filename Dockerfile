# syntax=docker/dockerfile:1
# Production image of Amparo. compose.example.yaml runs it with PostgreSQL; docs/operations.md explains the
# settings.

# Build stage, with all dependencies. `npm install` instead of `npm ci`: docs/decisions/0002.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --no-audit --no-fund --loglevel=error
COPY . .
RUN node tools/bootstrap.mjs build

# Production dependencies only: no compiler, no tests.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --omit=dev --no-save --no-audit --no-fund --loglevel=error

FROM node:24.21.0-bookworm-slim
WORKDIR /app
# The Node version from package-lock.json, the same on every machine, comes before the image's own.
ENV NODE_ENV=production \
    PATH=/app/node_modules/node/bin:$PATH \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY db ./db
COPY data/demo ./data/demo
COPY data/*.json ./data/
COPY src ./src
COPY --from=build /app/build ./build
# Uploaded files (unless FILES_URL is set) and backups. The rest of the image belongs to root and is never
# written.
RUN install -d -o node -g node -m 0700 /data /backups
USER node
VOLUME /data
EXPOSE 3000
# Checks the process only: a new container would not help while the database is down (/readyz reports that).
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# On SIGTERM the process stops accepting requests, finishes the running ones (8 s at most), then the jobs,
# then closes the database. It is PID 1 and handles the signal itself.
STOPSIGNAL SIGTERM
CMD ["node", "src/server/start.ts"]
