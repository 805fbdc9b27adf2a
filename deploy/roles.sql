-- Once, as a superuser of PostgreSQL, before the first `migrate`:
--   psql -f deploy/roles.sql, with OWNER_PASSWORD and WEB_PASSWORD in its environment
-- The owner migrates, backs up and restores; the site's processes connect as the web role, which
-- `manage.py database_roles vrhcaby_web` (as the owner, after each migrate) lets into the database,
-- alone, and do all there but change facts. What is set here belongs to roles, so that it holds in
-- a restored database too.
\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv web_password WEB_PASSWORD
CREATE ROLE vrhcaby_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE vrhcaby_web LOGIN PASSWORD :'web_password';
ALTER ROLE vrhcaby_web SET idle_in_transaction_session_timeout = '30s';
ALTER ROLE vrhcaby_web SET statement_timeout = '60s';
CREATE DATABASE vrhcaby OWNER vrhcaby_owner TEMPLATE template0 ENCODING 'UTF8';
