BEGIN TRANSACTION;
CREATE TABLE cambios (
            n INTEGER PRIMARY KEY, momento TEXT NOT NULL, quien TEXT NOT NULL, que TEXT NOT NULL
        );
INSERT INTO "cambios" VALUES(1,'2026-11-01T14:30:00.000000+00:00','192.0.2.7','agregó «acuerdo.md»');
CREATE TABLE preguntas (
            n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, momento TEXT NOT NULL,
            tipo TEXT NOT NULL, pregunta TEXT NOT NULL, documentos TEXT NOT NULL,
            chunks TEXT NOT NULL, caracteres INTEGER NOT NULL, modo TEXT NOT NULL,
            motivo TEXT NOT NULL, completa INTEGER NOT NULL, estrategia TEXT NOT NULL,
            modelo TEXT NOT NULL, digest TEXT, version_prompt TEXT NOT NULL, huella TEXT NOT NULL,
            version TEXT NOT NULL, tiempos TEXT NOT NULL, error TEXT, alerta TEXT,
            compartida INTEGER NOT NULL
        , busquedas TEXT NOT NULL DEFAULT '[]', ambito TEXT NOT NULL DEFAULT '[]', pasajes TEXT NOT NULL DEFAULT '[]', frases TEXT NOT NULL DEFAULT '[]', junto_con TEXT NOT NULL DEFAULT '');
INSERT INTO "preguntas" VALUES(1,'00000000000000000000000000000001','2026-11-01T14:30:00.000000+00:00','documental','¿Cuál es el plazo?','["acuerdo.md"]','["acuerdo.md#0", "acuerdo.md#3"]',812,'modelo','stop',1,'hibrida','qwen2.5:3b','abc123','1','f00d','1.0','{"total_s": 12.345, "cola_s": 0.5, "tokens_prompt": 700}',NULL,NULL,0,'[]','[]','[]','[]','');
INSERT INTO "preguntas" VALUES(2,'00000000000000000000000000000002','2026-11-01T14:30:00.000000+00:00','documental','¿Y «después»?','[]','[]',812,'directo','directa',1,'hibrida','qwen2.5:3b',NULL,'1','f00d','1.0','{"total_s": 12.345, "cola_s": 0.5, "tokens_prompt": 700}',NULL,'SIN_CONTEXTO',0,'[]','[]','[]','[]','');
CREATE TABLE respuestas (
            n INTEGER PRIMARY KEY REFERENCES preguntas (n) ON DELETE CASCADE,
            respuesta TEXT NOT NULL
        );
INSERT INTO "respuestas" VALUES(1,'Siete días hábiles.');
INSERT INTO "respuestas" VALUES(2,'Siete días hábiles.');
CREATE TABLE valoraciones (
            id TEXT PRIMARY KEY REFERENCES preguntas (id) ON DELETE CASCADE,
            momento TEXT NOT NULL,
            voto TEXT NOT NULL,
            razon TEXT,
            comentario TEXT NOT NULL,
            documento TEXT
        , atendida TEXT);
INSERT INTO "valoraciones" VALUES('00000000000000000000000000000001','2026-11-01T14:30:00.000000+00:00','no','incompleta','Falta el parágrafo.','acuerdo.md',NULL);
CREATE INDEX preguntas_por_momento ON preguntas (momento);
CREATE INDEX preguntas_por_clase ON preguntas (modo, motivo);
COMMIT;
PRAGMA user_version = 4;
